/**
 * Proof by trial. {@link dev.cleave.stress.Stress} runs two things: the races ({@code
 * dev.cleave.stress.races} and {@code dev.cleave.scheduling}), one jcstress class each, every
 * outcome labelled with the interleaving that gives it; and the storm, round after round of random
 * programs in which each task is checked to have run exactly once, or to have a reason why not.
 */
package dev.cleave.stress;
