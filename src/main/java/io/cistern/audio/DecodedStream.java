package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avutil.av_get_bytes_per_sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;

/** Pulls frames through the decoder and the resampler as samples are asked for, and counts what they cost. */
final class DecodedStream implements AudioStream {

    /** Samples of 0.1 s, below which no speech is looked for. */
    private static final int SHORTEST_REMAINDER = AudioDecoder.SAMPLE_RATE / 10;

    private final EncodedAudio source;
    private final AudioLimits limits;
    private final SampleQueue queue = new SampleQueue();
    private final Demuxer demuxer;
    private final FrameReader frames;
    private final Resampler resampler;
    private long samples;
    private long decodedBytes;
    private boolean ended;
    private boolean closed;

    private DecodedStream(EncodedAudio source, AudioLimits limits, Demuxer demuxer, FrameReader frames) {
        this.source = source;
        this.limits = limits;
        this.demuxer = demuxer;
        this.frames = frames;
        this.resampler = new Resampler(queue);
    }

    /** Opens a recording and owns its source from then on; a source that cannot be opened stays the caller's. */
    static DecodedStream open(EncodedAudio source, AudioLimits limits) throws IOException {
        long size = source.size();
        limits.checkUploadBytes(size);
        Demuxer demuxer = new Demuxer(source, size);
        try {
            return new DecodedStream(source, limits, demuxer, new FrameReader(demuxer));
        } catch (RuntimeException | Error e) {
            demuxer.close();
            throw e;
        }
    }

    @Override
    public int read(float[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (closed) {
            throw new IllegalStateException("the stream is closed");
        }
        int count = 0;
        while (count < length && fill()) {
            count += queue.take(target, offset + count, length - count);
        }
        return count;
    }

    @Override
    public int damagedParts() {
        return frames.damagedParts();
    }

    /** Returns how many samples are kept between two reads, at most. */
    int bufferedSamples() {
        return queue.capacity();
    }

    /** Decodes until there are samples; returns whether there are. */
    private boolean fill() {
        while (queue.size() == 0 && !ended) {
            decode(frames.next());
        }
        return queue.size() > 0;
    }

    private void decode(@Nullable AVFrame frame) {
        if (frame == null) {
            resampler.finish();
            ended = true;
        } else {
            charge(frame);
            resampler.add(frame);
        }
        samples += queue.size();
        limits.checkSamples(samples);
        if (ended) {
            requireSomethingToHear();
        }
    }

    private void charge(AVFrame frame) {
        int channels = frame.ch_layout().nb_channels();
        Resampler.checkPlausible(frame.sample_rate(), channels);
        decodedBytes += (long) frame.nb_samples() * channels * av_get_bytes_per_sample(frame.format());
        limits.checkDecodedBytes(decodedBytes);
    }

    /** A short recording is a recording; one that is short because the rest is damaged is none. */
    private void requireSomethingToHear() {
        if (decodedBytes == 0 && demuxer.promisesAudio()) {
            throw new UndecodableAudioException("its header promises audio and nothing that can be decoded follows");
        }
        if (samples < SHORTEST_REMAINDER && damagedParts() > 0) {
            throw new UndecodableAudioException(
                    "%d of its parts are damaged, and less than 0.1 s is left".formatted(damagedParts()));
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        resampler.close();
        frames.close();
        demuxer.close();
        try {
            source.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
