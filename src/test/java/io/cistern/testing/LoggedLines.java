package io.cistern.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** All that is logged until it is closed. */
public final class LoggedLines implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    public LoggedLines() {
        lines.start();
        root.addAppender(lines);
    }

    /** Returns the lines so far; an appender adds them under its own lock. */
    public List<ILoggingEvent> soFar() {
        synchronized (lines) {
            return List.copyOf(lines.list);
        }
    }

    @Override
    public void close() {
        root.detachAppender(lines);
    }
}
