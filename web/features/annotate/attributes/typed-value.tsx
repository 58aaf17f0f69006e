import { useEffect, useEffectEvent, useState } from 'react'
import { type AttributeValue, attributeTextLength, takenWords, takes } from '../../../../shared/attribute-values.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import { numberIn, titleOf } from '../../../annotation/attributes/words.ts'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './attributes.module.css'
import { texts } from './texts.ts'

export interface ValueProps {
  field: AttributeField
  /** Undefined if there is no value, or if the values of the annotations differ. */
  value: AttributeValue | undefined
  isMixed: boolean
  disabled: boolean
  onGive: (value: AttributeValue | undefined) => void
}

/**
 * Input for a number or text. It submits on blur, on Enter and when the selection changes. An invalid value is not submitted.
 * A value from elsewhere replaces the text.
 */
export function TypedValue({ field, value, isMixed, disabled, onGive }: ValueProps) {
  const before = value === undefined ? '' : String(value)
  const [text, setText] = useState(before)
  const [shown, setShown] = useState(before)
  if (shown !== before) {
    setShown(before)
    setText(before)
  }
  const read = readValue(field, text)
  const isUnread = text !== before && read === null
  const [showsProblem, setShowsProblem] = useState(false)

  function leave() {
    if (text !== before && read !== null && !disabled) onGive(read.value)
  }
  const leaveLast = useEffectEvent(leave)
  useEffect(() => () => leaveLast(), [])

  const stands = value === undefined || takes(field, value)
  return (
    <TextField
      className={classNames(field.type === 'text' && styles.long)}
      label={titleOf(field.name)}
      description={field.required && value === undefined && !isMixed && text === '' ? texts.required : undefined}
      error={(showsProblem && isUnread) || (!stands && text === before) ? texts.fault(takenWords(field)) : undefined}
      disabled={disabled}
      autoComplete="off"
      inputMode={field.type === 'text' ? 'text' : field.type === 'integer' ? 'numeric' : 'decimal'}
      maxLength={attributeTextLength}
      placeholder={isMixed ? texts.several : undefined}
      after={field.unit}
      value={text}
      onChange={event => {
        setShowsProblem(false)
        setText(event.target.value)
      }}
      onBlur={() => {
        setShowsProblem(true)
        leave()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') setText(before)
        if (event.key !== 'Enter') return
        setShowsProblem(true)
        leave()
      }}
    />
  )
}

/** Parses the text of a field. Returns undefined for empty text, and null for invalid text. */
function readValue(field: AttributeField, text: string): { value: AttributeValue | undefined } | null {
  const plain = text.trim()
  if (plain === '') return { value: undefined }
  const value = field.type === 'text' ? plain : numberIn(plain)
  return takes(field, value) ? { value } : null
}
