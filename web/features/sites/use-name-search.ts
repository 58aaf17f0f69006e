import { useDeferredValue, useState } from 'react'

/** Largest number of sites without a search. */
const mostWithoutSearch = 25

const plain = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** Sites whose names contain the typed text. Only lists of more than 25 sites offer it. */
export function useNameSearch<Named extends { name: string }>(sites: readonly Named[]) {
  const [text, setText] = useState('')
  const isOffered = sites.length > mostWithoutSearch
  const part = plain(useDeferredValue(isOffered ? text : ''))
  const found = part === '' ? sites : sites.filter(({ name }) => plain(name).includes(part))
  return { text, setText, isOffered, isActive: part !== '', found }
}
