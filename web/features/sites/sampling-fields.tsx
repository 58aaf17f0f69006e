import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { wktFault } from '../../../shared/geometry/wkt.ts'
import { readNumber } from '../../ui/read-number.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type SamplingTexts, samplingNames } from './sampling-form.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { sampling: words } = texts

interface SamplingFieldsProps<Fields extends FieldValues & SamplingTexts> {
  form: UseFormReturn<Fields>
  noun: 'survey' | 'site'
}

/** Fields that override the sampling methods of the publication. They are collapsed at first unless one is filled in. */
export function SamplingFields<Fields extends FieldValues & SamplingTexts>({ form, noun }: SamplingFieldsProps<Fields>) {
  const { register, getValues, formState } = form
  const errors = formState.errors as FieldErrors<SamplingTexts>
  const props = (name: keyof SamplingTexts, label: string, most: number) => ({
    label,
    optional: true,
    autoComplete: 'off',
    error: errors[name]?.message,
    ...register(name as Path<Fields>, {
      maxLength: { value: most, message: words.tooLong(most) },
      validate: text => faultOf(name, String(text), String(getValues('sampleSizeUnit' as Path<Fields>)))
    })
  })
  const [isOpen, setOpen] = useState(() => samplingNames.some(name => getValues(name as Path<Fields>)))
  const hasFault = samplingNames.some(name => errors[name])
  useEffect(() => {
    if (hasFault) setOpen(true)
  }, [hasFault])
  return (
    <details className={styles.sampling} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      <div className={styles.samplingFields}>
        <p className={styles.quiet}>{words.about}</p>
        <TextField {...props('samplingProtocol', words.protocol.label, 1000)} placeholder={words.protocol.example} />
        <TextArea {...props('samplingDescription', words.description, 10_000)} rows={2} />
        <div className={styles.pair}>
          <TextField {...props('sampleSizeValue', words.sampleSize, 30)} inputMode="decimal" />
          <TextField {...props('sampleSizeUnit', words.unit.label, 100)} placeholder={words.unit.example} />
          <TextField
            {...props('samplingEffort', noun === 'survey' ? words.surveyEffort : words.siteEffort, 300)}
            placeholder={words.effortExample}
          />
          <TextField {...props('habitat', words.habitat.label, 300)} placeholder={words.habitat.example} />
        </div>
        <TextField {...props('locationID', words.location.label, 300)} inputMode="url" placeholder={words.location.example} />
        <TextArea
          {...props('footprintWKT', words.footprint.label, 10_000)}
          rows={2}
          placeholder={words.footprint.example}
          description={words.footprint.description}
        />
      </div>
    </details>
  )
}

function faultOf(name: keyof SamplingTexts, text: string, unit: string): string | true {
  if (name === 'sampleSizeValue') {
    const value = readNumber(text)
    if (value !== null && !(value > 0)) return words.noSize
    return (value === null) === (unit.trim() === '') || words.sizeWithoutUnit
  }
  if (name === 'locationID' && /\S\s+\S/.test(text)) return words.blanks
  const fault = name === 'footprintWKT' && text.trim() !== '' ? wktFault(text) : null
  return fault === null || words.fault(fault)
}
