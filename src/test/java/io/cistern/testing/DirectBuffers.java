package io.cistern.testing;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** Buffers outside the heap, which live until the garbage collector finds them. */
public final class DirectBuffers {

    private DirectBuffers() {}

    public static BufferPoolMXBean pool() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
    }
}
