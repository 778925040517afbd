/**
 * The {@code cleave} command. {@link dev.cleave.cli.Main} is its entry; each subcommand is one
 * class, which reads its options and leaves the work to the class or module that it is about.
 */
package dev.cleave.cli;
