/** An e-mail address after an `@`, as group 1: `@ana@lab.example`. The stop that ends a sentence is not part of it. */
export const mention = /@([^\s@<>()]+@[^\s@<>()]+\.[^\s@<>(),;:!?]*[^\s@<>(),;:!?.])/g
