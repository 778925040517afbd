/**
 * What woven code calls: not for use by hand. A potential call is an entry on its thread's {@link
 * dev.cleave.lazy.FutureStack}; it becomes a {@link dev.cleave.lazy.PromotedCall} only when an idle
 * worker asks. The rules are in {@code scheduling/PROTOCOL.md}, section Pending calls.
 */
package dev.cleave.lazy;
