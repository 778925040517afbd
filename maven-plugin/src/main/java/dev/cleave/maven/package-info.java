/** Weaves class files in a Maven build: {@code cleave:weave} and {@code cleave:test-weave}. */
package dev.cleave.maven;
