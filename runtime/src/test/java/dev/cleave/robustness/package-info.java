/**
 * What happens when something goes wrong, or is used in an unusual way: errors, limits, misuse,
 * pools without threads, liveness in every discipline.
 */
package dev.cleave.robustness;
