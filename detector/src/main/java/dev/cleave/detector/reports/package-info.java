/**
 * Tells what was found: a {@link dev.cleave.detector.reports.Report} in one of the {@link
 * dev.cleave.detector.reports.ReportFormat}s.
 */
package dev.cleave.detector.reports;
