import { useDeferredValue, useState } from 'react'

/** Maximum number of sites in a list without a search field. */
const mostWithoutSearch = 25

const plain = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** Filters sites whose names contain the typed text. Only lists of more than 25 sites offer the search. */
export function useNameSearch<Named extends { name: string }>(sites: readonly Named[]) {
  const [text, setText] = useState('')
  const isOffered = sites.length > mostWithoutSearch
  const part = plain(useDeferredValue(isOffered ? text : ''))
  const found = part === '' ? sites : sites.filter(({ name }) => plain(name).includes(part))
  return { text, setText, isOffered, isActive: part !== '', found }
}
