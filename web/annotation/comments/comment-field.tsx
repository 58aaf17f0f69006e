import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/text-field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './comments.module.css'
import { type Mentionable, mentionAt, offeredTo, withMention } from './mentions.ts'
import { membersToMention } from './queries.ts'
import { texts } from './texts.ts'

interface CommentFieldProps {
  projectId: string
  value: string
  rows?: number
  autoFocus?: boolean
  error?: string | undefined
  onChange: (text: string) => void
}

/** Comment field that suggests members of the project after an `@`. */
// Long: one field with its list of suggestions.
export function CommentField({ projectId, value, rows = 2, autoFocus, error, onChange }: CommentFieldProps) {
  const members = useQuery(membersToMention(projectId))
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const goTo = useRef<number | null>(null)
  const draft = mentionAt(value, caret)
  const offered = draft && draft.from !== dismissed ? offeredTo(members.data ?? [], draft.typed) : []
  const active = Math.min(at, offered.length - 1)

  useLayoutEffect(() => {
    if (goTo.current === null) return
    field.current?.setSelectionRange(goTo.current, goTo.current)
    goTo.current = null
  })

  function choose(member: Mentionable) {
    if (!draft) return
    const written = withMention(value, draft, member)
    goTo.current = written.caret
    setCaret(written.caret)
    onChange(written.text)
  }

  function onKeyDown(event: KeyboardEvent) {
    const member = offered[active]
    if (!draft || !member) return
    if (event.key === 'ArrowDown') setAt((active + 1) % offered.length)
    else if (event.key === 'ArrowUp') setAt((active + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(member)
    else if (event.key === 'Escape') setDismissed(draft.from)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.write}>
      <TextArea
        ref={field}
        label={texts.comment}
        rows={rows}
        value={value}
        autoFocus={autoFocus}
        description={texts.about}
        error={error}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onChange={event => {
          setCaret(event.currentTarget.selectionStart)
          setAt(0)
          onChange(event.currentTarget.value)
        }}
      />
      {offered.length > 0 && (
        <div className={styles.offered} id={listId} role="listbox" aria-label={texts.members}>
          {offered.map((member, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={member.accountId}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(member)}
            >
              <strong>{member.name ?? member.email}</strong>
              {member.name && <small>{member.email}</small>}
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{offered.length > 0 ? texts.offered(offered.length) : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
