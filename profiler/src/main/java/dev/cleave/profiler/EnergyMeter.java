package dev.cleave.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.stream.Stream;

/**
 * Joules that the processors use between two moments: Intel's and AMD's RAPL counters, one a
 * package, as Linux shows them ({@code Documentation/power/powercap}). They are the machine's, not
 * the program's.
 */
public final class EnergyMeter {
    private static final Path POWERCAP = Path.of("/sys/class/powercap");

    /** Zones within a package have a second number and are part of it. */
    private static final String PACKAGE = "[a-z]+-rapl:[0-9]+";

    /** The whole platform's, which contains the packages. */
    private static final String PLATFORM = "psys";

    /** Counters wrap after some minutes at the highest power; each read must see at most one. */
    private static final long READ_MILLIS = 30_000;

    private static final class Zone {
        final Path energy;
        final long range;
        long last;

        Zone(Path folder) throws IOException {
            energy = folder.resolve("energy_uj");
            range = number(folder.resolve("max_energy_range_uj"));
            last = number(energy);
        }
    }

    private final List<Zone> zones = new ArrayList<>();
    private final Timer timer = new Timer("energy meter", true);
    private final long began = System.nanoTime();
    private String unavailable;
    private long microjoules;

    private EnergyMeter(Path powercap) {
        try (Stream<Path> all = Files.list(powercap)) {
            for (Path zone : all.sorted().toList()) {
                if (zone.getFileName().toString().matches(PACKAGE)
                        && !Files.readString(zone.resolve("name")).startsWith(PLATFORM)) {
                    zones.add(new Zone(zone));
                }
            }
            if (zones.isEmpty()) {
                unavailable = "no RAPL counters in " + powercap;
            }
        } catch (NoSuchFileException none) {
            unavailable = "no RAPL counters in " + powercap;
        } catch (IOException unreadable) {
            unavailable = "RAPL counters: " + FileFailures.text(unreadable);
        } catch (NumberFormatException unreadable) {
            unavailable = "RAPL counters cannot be read (" + unreadable + ")";
        }
    }

    /**
     * Begins to measure. A daemon thread reads the counters now and then.
     *
     * @return the meter
     */
    public static EnergyMeter start() {
        return start(POWERCAP);
    }

    static EnergyMeter start(Path powercap) {
        EnergyMeter meter = new EnergyMeter(powercap);
        meter.timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        meter.read();
                    }
                },
                READ_MILLIS,
                READ_MILLIS);
        return meter;
    }

    private synchronized void read() {
        if (unavailable != null) {
            return;
        }
        try {
            for (Zone zone : zones) {
                long now = number(zone.energy);
                microjoules += now >= zone.last ? now - zone.last : now + zone.range - zone.last;
                zone.last = now;
            }
        } catch (IOException | NumberFormatException vanished) {
            unavailable = "RAPL counters could not be read to the end (" + vanished + ")";
        }
    }

    /**
     * Ends the measurement.
     *
     * @return what was used since the start
     */
    public synchronized Profile.Energy stop() {
        timer.cancel();
        read();
        if (unavailable != null) {
            return new Profile.Energy(0, 0, unavailable);
        }
        double joules = microjoules / 1e6;
        return new Profile.Energy(joules, joules / ((System.nanoTime() - began) / 1e9), null);
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }
}
