package io.cistern.model;

/** What an encoder reads: tokens of a text, or audio, or its features. A model accepts one kind. */
public sealed interface EncoderSource permits TokenSource, AudioSource, FeatureSource {}
