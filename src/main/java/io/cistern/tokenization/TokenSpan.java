package io.cistern.tokenization;

/**
 * One token of a text.
 *
 * @param id vocabulary id
 * @param text the token's text
 * @param start index of its first character (UTF-16 code unit) in the text
 * @param stop index after its last character
 */
public record TokenSpan(int id, String text, int start, int stop) {}
