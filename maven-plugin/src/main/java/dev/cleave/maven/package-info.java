/**
 * Cleave in a Maven build: {@code cleave:weave} and {@code cleave:test-weave} weave class files,
 * {@code cleave:check} and {@code cleave:fix} find and repair bottlenecks in sources.
 */
package dev.cleave.maven;
