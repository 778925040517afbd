/**
 * Who runs a program in a comparison: {@link dev.cleave.benchmarks.peers.Peer} lists them, and
 * opens a {@link dev.cleave.benchmarks.peers.PeerPool} of each.
 */
package dev.cleave.benchmarks.peers;
