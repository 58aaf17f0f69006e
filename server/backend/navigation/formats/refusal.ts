/** A file that cannot be a track, told in a sentence for people: what is wrong, where, and which limit. */
export class TrackRefused extends Error {}
