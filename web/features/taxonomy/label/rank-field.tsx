import { useId } from 'react'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { labelTexts as texts } from '../texts.ts'

const commonRanks = [
  'kingdom',
  'phylum',
  'subphylum',
  'class',
  'subclass',
  'order',
  'suborder',
  'family',
  'subfamily',
  'genus',
  'species',
  'subspecies'
]

/** Field for a taxon rank as in Darwin Core. It suggests common ranks; any other can be typed. */
export function RankField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  const list = useId()
  return (
    <>
      <TextField {...props} label={texts.facts.rank} name="taxonRank" list={list} maxLength={50} autoComplete="off" />
      <datalist id={list}>
        {commonRanks.map(rank => (
          <option key={rank} value={rank} />
        ))}
      </datalist>
    </>
  )
}
