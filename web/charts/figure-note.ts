import { createContext } from 'react'

/** Sentence that every figure below repeats after its own description, such as the filter of a page; empty without one. */
export const FigureNote = createContext('')
