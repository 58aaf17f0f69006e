import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Chip } from '../../ui/badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './form.module.css'
import { texts } from './texts.ts'

interface WordsFieldProps {
  label: string
  /** Name of the form field that contains the words as a JSON array. */
  name: string
  description?: string
  defaultWords: readonly string[]
  /** Suggestions shown while typing. Other words are allowed. */
  proposals?: readonly string[]
  error?: string
}

/** Field for several words, such as regions. Enter or a comma adds a word. Text still in the field is submitted too. */
// Long: one field and its keyboard handling.
export function WordsField({ label, name, description, defaultWords, proposals, error }: WordsFieldProps) {
  const [words, setWords] = useState(defaultWords)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const all = joined(words, typed)

  function add() {
    setWords(all)
    setTyped('')
  }

  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && typed === '') setWords(words.slice(0, -1))
    if ((event.key !== 'Enter' && event.key !== ',') || event.nativeEvent.isComposing) return
    if (typed.trim() === '' && event.key === 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <div>
      <TextField
        ref={input}
        label={label}
        optional
        description={description}
        autoComplete="off"
        list={proposals && list}
        maxLength={200}
        value={typed}
        error={error}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={pressed}
        onBlur={add}
      />
      {proposals && (
        <datalist id={list}>
          {proposals.map(word => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
      {words.length > 0 && (
        <div className={styles.chips}>
          {words.map(word => (
            <Chip
              key={word}
              removeLabel={texts.removeWord(word)}
              onRemove={() => {
                setWords(words.filter(other => other !== word))
                input.current?.focus()
              }}
            >
              {word}
            </Chip>
          ))}
        </div>
      )}
      <input type="hidden" name={name} value={JSON.stringify(all)} />
    </div>
  )
}

/** Combines the words and the typed text into at most 30 words. Words that differ only in case are duplicates. */
function joined(words: readonly string[], typed: string): string[] {
  const byKey = new Map(words.map(word => [word.toLowerCase(), word]))
  for (const word of typed.split(/[,;]/).map(part => part.trim().slice(0, 100)))
    if (word && !byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word)
  return [...byKey.values()].slice(0, 30)
}

/** Reads the words of a field from a form. */
export const wordsIn = (form: FormData, name: string): string[] => JSON.parse(String(form.get(name) ?? '[]')) as string[]
