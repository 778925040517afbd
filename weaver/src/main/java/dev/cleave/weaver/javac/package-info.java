/**
 * Says at compile time what the weaver would refuse: {@link dev.cleave.weaver.javac.CleavePlugin}
 * is what {@code -Xplugin:Cleave} starts.
 */
package dev.cleave.weaver.javac;
