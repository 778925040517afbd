/** What is found, as it is told: where, how bad, how sure; and what could not be read. */
package dev.cleave.detector.findings;
