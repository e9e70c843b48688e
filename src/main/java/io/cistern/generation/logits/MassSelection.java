package io.cistern.generation.logits;

/**
 * Finds the key at which the mass of a distribution, summed in ascending order of the keys, reaches a bound. It
 * partitions as quickselect does and descends into one side only: linear expected time, no sort.
 */
final class MassSelection {

    private float[] keys = {};
    private float[] masses = {};
    private int size;
    private double total;
    private double massBelow;

    /** Forgets all entries and makes room for {@code capacity}. */
    void clear(int capacity) {
        if (keys.length < capacity) {
            keys = new float[capacity];
            masses = new float[capacity];
        }
        size = 0;
        total = 0;
    }

    void add(float key, float mass) {
        keys[size] = key;
        masses[size++] = mass;
        total += mass;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the mass of all entries. */
    double total() {
        return total;
    }

    /** Returns the mass of the keys that are smaller than the one last selected. */
    double massBelow() {
        return massBelow;
    }

    /**
     * Returns the smallest key for which it and all smaller ones have at least {@code mass}, else the largest key.
     * Needs at least one entry; the order of the entries changes.
     */
    float keyReaching(double mass) {
        int from = 0;
        int to = size;
        double below = 0;
        while (true) {
            float pivot = medianOfThree(from, to);
            int less = from;
            int greater = to;
            double massLess = 0;
            double massEqual = 0;
            for (int next = from; next < greater; ) {
                if (keys[next] < pivot) {
                    massLess += masses[next];
                    swap(less++, next++);
                } else if (keys[next] > pivot) {
                    swap(next, --greater);
                } else {
                    massEqual += masses[next++];
                }
            }
            if (less > from && below + massLess >= mass) {
                to = less;
            } else if (greater == to || below + massLess + massEqual >= mass) {
                massBelow = below + massLess;
                return pivot;
            } else {
                below += massLess + massEqual;
                from = greater;
            }
        }
    }

    private float medianOfThree(int from, int to) {
        float first = keys[from];
        float middle = keys[(from + to) >>> 1];
        float last = keys[to - 1];
        return Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
    }

    private void swap(int i, int j) {
        float key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
        float mass = masses[i];
        masses[i] = masses[j];
        masses[j] = mass;
    }
}
