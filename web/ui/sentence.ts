import { createElement, Fragment, type ReactNode } from 'react'

/** A sentence with elements in it, for files without JSX. */
export const sentence = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
