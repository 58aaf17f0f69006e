import { createElement, Fragment, type ReactNode } from 'react'

/** Builds a sentence that contains elements, for files without JSX. */
export const sentence = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
