package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters in a folder that looks like Linux's. */
class EnergyMeterTest {
    @TempDir private Path powercap;

    @Test
    void packagesAreAddedAndCountersThatWrappedAreUnderstood() throws IOException {
        zone("intel-rapl:0", "package-0", 5_000_000);
        zone("intel-rapl:1", "package-1", 9_000_000);
        zone("intel-rapl:0:0", "core", 1);
        zone("intel-rapl:2", "psys", 1);
        EnergyMeter meter = EnergyMeter.start(powercap);
        zone("intel-rapl:0", "package-0", 7_000_000);
        zone("intel-rapl:1", "package-1", 500_000);
        zone("intel-rapl:0:0", "core", 1_000_000);
        zone("intel-rapl:2", "psys", 1_000_000);
        Profile.Energy energy = meter.stop();
        assertEquals(2 + 1.5, energy.joules(), 1e-9);
        assertTrue(energy.watts() > 0);
        assertEquals(null, energy.unavailable());
    }

    @Test
    void whereThereAreNoneThatIsSaid() throws IOException {
        assertSaid("no RAPL counters in", powercap);
        assertSaid("no RAPL counters in", powercap.resolve("nowhere"));
        zone("intel-rapl:0", "package-0", 5_000_000);
        Files.writeString(powercap.resolve("intel-rapl:0/energy_uj"), "none");
        assertSaid("NumberFormatException", powercap);
    }

    private static void assertSaid(String reason, Path folder) {
        Profile.Energy energy = EnergyMeter.start(folder).stop();
        assertTrue(energy.unavailable().contains(reason), energy.unavailable());
        assertEquals(0, energy.joules());
    }

    private void zone(String folder, String name, long energy) throws IOException {
        Path zone = Files.createDirectories(powercap.resolve(folder));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("energy_uj"), energy + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "10000000\n");
    }
}
