import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { wktFault } from '../../../shared/geometry/wkt.ts'
import { readNumber } from '../../ui/read-number.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { type SamplingTexts, samplingNames } from './sampling-texts.ts'
import styles from './sites.module.css'

interface SamplingFieldsProps<Fields extends FieldValues & SamplingTexts> {
  form: UseFormReturn<Fields>
  /** `survey`, `site` */
  noun: string
}

/** Folded away: most surveys and sites are sampled as the publication of the project says. */
export function SamplingFields<Fields extends FieldValues & SamplingTexts>({ form, noun }: SamplingFieldsProps<Fields>) {
  const { register, getValues, formState } = form
  const errors = formState.errors as FieldErrors<SamplingTexts>
  const props = (name: keyof SamplingTexts, label: string, most: number) => ({
    label,
    optional: true,
    autoComplete: 'off',
    error: errors[name]?.message,
    ...register(name as Path<Fields>, {
      maxLength: { value: most, message: `At most ${most.toLocaleString('en')} characters` },
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
      <summary>Sampling, habitat and footprint</summary>
      <div className={styles.samplingFields}>
        <p className={styles.quiet}>Only what differs here from the methods in the publication of the project.</p>
        <TextField {...props('samplingProtocol', 'Sampling protocol', 1000)} placeholder="towed camera, one image every 10 s" />
        <TextArea {...props('samplingDescription', 'How places and images were chosen', 10_000)} rows={2} />
        <div className={styles.pair}>
          <TextField {...props('sampleSizeValue', 'Sample size of an image', 30)} inputMode="decimal" />
          <TextField {...props('sampleSizeUnit', 'Unit', 100)} placeholder="square metre" />
          <TextField {...props('samplingEffort', `Effort of the whole ${noun}`, 300)} placeholder="4 dives of 30 minutes" />
          <TextField {...props('habitat', 'Habitat', 300)} placeholder="rocky reef" />
        </div>
        <TextField {...props('locationID', 'Location identifier', 300)} inputMode="url" placeholder="http://marineregions.org/mrgid/2401" />
        <TextArea
          {...props('footprintWKT', 'Footprint', 10_000)}
          rows={2}
          placeholder="LINESTRING (-122.31 36.4, -122.3 36.41)"
          description="Well-known text: a line or an area, longitude before latitude."
        />
      </div>
    </details>
  )
}

function faultOf(name: keyof SamplingTexts, text: string, unit: string): string | true {
  if (name === 'sampleSizeValue') {
    const value = readNumber(text)
    if (value !== null && !(value > 0)) return 'Write a number greater than 0'
    return (value === null) === (unit.trim() === '') || 'A size and its unit come together'
  }
  if (name === 'locationID' && /\S\s+\S/.test(text)) return 'An identifier has no blanks'
  const fault = name === 'footprintWKT' && text.trim() !== '' ? wktFault(text) : null
  return fault === null || `It ${fault}`
}
