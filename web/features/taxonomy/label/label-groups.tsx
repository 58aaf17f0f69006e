import { useState } from 'react'
import type { LabelDetail } from '../../../../shared/contracts/taxonomy.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { labelTexts as texts } from '../texts.ts'
import { conservationWords, environmentWords, qualifierWords } from '../words.ts'
import { aphiaIdOf, writeSynonyms, writeVernacular } from './label-fields.ts'
import styles from './label-panel.module.css'
import { RankField } from './rank-field.tsx'

const { form: words, facts: factNames } = texts

export interface GroupProps {
  label: LabelDetail
  /** Returns the id, name and error of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined; autoComplete: string }
}

export function NameGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{words.name}</legend>
      <TextField {...field('name')} label={words.label} defaultValue={label.name} maxLength={200} />
      <TextField
        {...field('scientificName')}
        label={words.scientificName}
        description={words.scientificNameAbout}
        defaultValue={label.scientificName ?? ''}
        maxLength={200}
      />
      <TextField
        {...field('scientificNameAuthorship')}
        label={words.author}
        defaultValue={label.scientificNameAuthorship ?? ''}
        maxLength={200}
      />
      <div className={styles.pair}>
        <RankField {...field('taxonRank')} defaultValue={label.taxonRank ?? ''} />
        <TextField {...field('aphiaId')} label={words.aphiaId} inputMode="numeric" defaultValue={aphiaIdOf(label.scientificNameID)} />
      </div>
    </fieldset>
  )
}

export function NomenclatureGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{words.openNomenclature}</legend>
      <Select
        {...field('identificationQualifier')}
        label={factNames.qualifier}
        defaultValue={label.identificationQualifier ?? ''}
        options={[
          { value: '', label: words.none },
          ...Object.entries(qualifierWords).map(([value, meaning]) => ({ value, label: `${value}: ${meaning}` }))
        ]}
      />
      <TextField {...field('morphospecies')} label={factNames.morphospecies} defaultValue={label.morphospecies ?? ''} maxLength={60} />
      <TextField
        {...field('verbatimIdentification')}
        label={words.verbatim}
        description={words.verbatimAbout}
        defaultValue={label.verbatimIdentification ?? ''}
        maxLength={200}
      />
    </fieldset>
  )
}

export function StatusGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{factNames.status}</legend>
      <TextField {...field('taxonomicStatus')} label={words.taxonomicStatus} defaultValue={label.taxonomicStatus ?? ''} maxLength={60} />
      <div className={styles.pair}>
        <TextField
          {...field('acceptedNameUsage')}
          label={factNames.acceptedName}
          defaultValue={label.acceptedNameUsage ?? ''}
          maxLength={200}
        />
        <TextField
          {...field('acceptedAphiaId')}
          label={words.acceptedAphiaId}
          inputMode="numeric"
          defaultValue={aphiaIdOf(label.acceptedNameUsageID)}
        />
      </div>
      <Select
        {...field('conservationStatus')}
        label={words.redListCategory}
        defaultValue={label.conservationStatus ?? ''}
        options={[
          { value: '', label: words.notStated },
          ...Object.entries(conservationWords).map(([value, meaning]) => ({ value, label: `${value}: ${meaning}` }))
        ]}
      />
      <fieldset className={styles.checks}>
        <legend>{factNames.livesIn}</legend>
        {Object.entries(environmentWords).map(([value, name]) => (
          <Checkbox
            key={value}
            name="environments"
            value={value}
            label={name}
            defaultChecked={label.environments.some(each => each === value)}
          />
        ))}
      </fieldset>
    </fieldset>
  )
}

export function OtherNamesGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{words.otherNames}</legend>
      <TextArea
        {...field('synonyms')}
        label={factNames.synonyms}
        description={words.onePerLine}
        rows={3}
        defaultValue={writeSynonyms(label.synonyms)}
      />
      <TextArea
        {...field('vernacularNames')}
        label={factNames.commonNames}
        description={words.commonNamesAbout}
        rows={3}
        defaultValue={writeVernacular(label.vernacularNames)}
      />
    </fieldset>
  )
}

interface AnnotatingGroupProps extends GroupProps {
  /** Index of the label's colour in the palette; undefined before its first use. */
  paletteColour: number | undefined
  /** Names of the labels that have a number key, by digit. */
  hotkeys: ReadonlyMap<number, string>
}

export function AnnotatingGroup({ label, field, paletteColour, hotkeys }: AnnotatingGroupProps) {
  const [hasColour, setHasColour] = useState(label.colour !== null)
  return (
    <fieldset className={styles.group}>
      <legend>{words.annotating}</legend>
      <div className={styles.pair}>
        <Select
          {...field('hotkey')}
          label={factNames.key}
          defaultValue={label.hotkey?.toString() ?? ''}
          options={[
            { value: '', label: words.none },
            ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(key => {
              const holder = hotkeys.get(key)
              return { value: String(key), label: words.key(key, holder && key !== label.hotkey ? holder : null) }
            })
          ]}
        />
        <div className={styles.colour}>
          <Checkbox name="hasColour" label={words.customColour} checked={hasColour} onChange={() => setHasColour(!hasColour)} />
          {hasColour ? (
            <input type="color" name="colour" aria-label={words.colour} defaultValue={label.colour ?? '#2a7f9e'} />
          ) : (
            <span className={styles.given}>
              <Swatch label={{ paletteColour }} /> {paletteColour === undefined ? words.colourLater : words.colourOfPalette}
            </span>
          )}
        </div>
      </div>
    </fieldset>
  )
}

export function KnowledgeGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{words.knowledge}</legend>
      <TextArea {...field('definition')} label={factNames.definition} rows={3} defaultValue={label.definition ?? ''} maxLength={10_000} />
      <TextArea
        {...field('identificationNotes')}
        label={factNames.notes}
        rows={4}
        defaultValue={label.identificationNotes ?? ''}
        maxLength={10_000}
      />
    </fieldset>
  )
}
