/** Mention: an e-mail address after an `@`, in group 1: `@ana@lab.example`. The full stop that ends a sentence is not part of it. */
export const mention = /@([^\s@<>()]+@[^\s@<>()]+\.[^\s@<>(),;:!?]*[^\s@<>(),;:!?.])/g
