/** Splits a name as the forms of data repositories do: the last word is the surname. */
export function nameParts(name: string): { givenName: string | null; surName: string } {
  const [, givenName = null, surName = name.trim()] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? []
  return { givenName, surName }
}

interface NamedPerson {
  givenName: string | null
  surName: string
}

export const fullName = ({ givenName, surName }: NamedPerson): string => [givenName, surName].filter(Boolean).join(' ')

/** Name as written in citations: `Example A`, `van der Berg JM`. */
export function citedName({ givenName, surName }: NamedPerson): string {
  const initials = (givenName ?? '').split(/[\s.-]+/).flatMap(word => [...word].slice(0, 1))
  return [surName, initials.join('').toUpperCase()].filter(Boolean).join(' ')
}
