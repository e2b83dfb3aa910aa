"""Templates at true scale: arcs, sticks, gauges, overlays, bases and boxes."""
