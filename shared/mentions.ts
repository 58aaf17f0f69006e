/**
 * Pattern of a mention: an `@` followed by an e-mail address (group 1), as in `@ana@lab.example`. A full stop that ends a sentence is not
 * part of it.
 */
export const mention = /@([^\s@<>()]+@[^\s@<>()]+\.[^\s@<>(),;:!?]*[^\s@<>(),;:!?.])/g
