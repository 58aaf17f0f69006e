import { useState } from 'react'
import type { LabelDetail } from '../../../../shared/contracts/taxonomy.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { conservationWords, environmentWords, qualifierWords } from '../words.ts'
import { aphiaIdOf, writeSynonyms, writeVernacular } from './label-fields.ts'
import styles from './label-panel.module.css'
import { RankField } from './rank-field.tsx'

export interface GroupProps {
  label: LabelDetail
  /** Id, name and fault of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined; autoComplete: string }
}

export function NameGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Name</legend>
      <TextField {...field('name')} label="Label" defaultValue={label.name} maxLength={200} />
      <TextField
        {...field('scientificName')}
        label="Scientific name"
        description="Without author and qualifier; empty for a label that is no taxon."
        defaultValue={label.scientificName ?? ''}
        maxLength={200}
      />
      <TextField
        {...field('scientificNameAuthorship')}
        label="Author"
        defaultValue={label.scientificNameAuthorship ?? ''}
        maxLength={200}
      />
      <div className={styles.pair}>
        <RankField {...field('taxonRank')} defaultValue={label.taxonRank ?? ''} />
        <TextField {...field('aphiaId')} label="AphiaID" inputMode="numeric" defaultValue={aphiaIdOf(label.scientificNameID)} />
      </div>
    </fieldset>
  )
}

export function NomenclatureGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Open nomenclature</legend>
      <Select
        {...field('identificationQualifier')}
        label="Qualifier"
        defaultValue={label.identificationQualifier ?? ''}
        options={[
          { value: '', label: 'none' },
          ...Object.entries(qualifierWords).map(([value, words]) => ({ value, label: `${value}: ${words}` }))
        ]}
      />
      <TextField {...field('morphospecies')} label="Morphospecies" defaultValue={label.morphospecies ?? ''} maxLength={60} />
      <TextField
        {...field('verbatimIdentification')}
        label="Identification as written"
        description="If the label has another name."
        defaultValue={label.verbatimIdentification ?? ''}
        maxLength={200}
      />
    </fieldset>
  )
}

export function StatusGroup({ label, field }: GroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Status</legend>
      <TextField {...field('taxonomicStatus')} label="Taxonomic status" defaultValue={label.taxonomicStatus ?? ''} maxLength={60} />
      <div className={styles.pair}>
        <TextField {...field('acceptedNameUsage')} label="Accepted name" defaultValue={label.acceptedNameUsage ?? ''} maxLength={200} />
        <TextField
          {...field('acceptedAphiaId')}
          label="Its AphiaID"
          inputMode="numeric"
          defaultValue={aphiaIdOf(label.acceptedNameUsageID)}
        />
      </div>
      <Select
        {...field('conservationStatus')}
        label="Red List category"
        defaultValue={label.conservationStatus ?? ''}
        options={[
          { value: '', label: 'not stated' },
          ...Object.entries(conservationWords).map(([value, words]) => ({ value, label: `${value}: ${words}` }))
        ]}
      />
      <fieldset className={styles.checks}>
        <legend>Lives in</legend>
        {Object.entries(environmentWords).map(([value, words]) => (
          <Checkbox
            key={value}
            name="environments"
            value={value}
            label={words}
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
      <legend>Other names</legend>
      <TextArea {...field('synonyms')} label="Synonyms" description="One per line." rows={3} defaultValue={writeSynonyms(label.synonyms)} />
      <TextArea
        {...field('vernacularNames')}
        label="Common names"
        description="One per line, followed by its language: Atlantic cod (en)."
        rows={3}
        defaultValue={writeVernacular(label.vernacularNames)}
      />
    </fieldset>
  )
}

interface AnnotatingGroupProps extends GroupProps {
  /** Index of its colour in the palette; undefined before its first use. */
  paletteColour: number | undefined
  /** Label of each number key. */
  hotkeys: ReadonlyMap<number, string>
}

export function AnnotatingGroup({ label, field, paletteColour, hotkeys }: AnnotatingGroupProps) {
  const [hasColour, setHasColour] = useState(label.colour !== null)
  return (
    <fieldset className={styles.group}>
      <legend>Annotating</legend>
      <div className={styles.pair}>
        <Select
          {...field('hotkey')}
          label="Number key"
          defaultValue={label.hotkey?.toString() ?? ''}
          options={[
            { value: '', label: 'none' },
            ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(key => {
              const holder = hotkeys.get(key)
              return { value: String(key), label: holder && key !== label.hotkey ? `${key} (now ${holder})` : String(key) }
            })
          ]}
        />
        <div className={styles.colour}>
          <Checkbox name="hasColour" label="Custom colour" checked={hasColour} onChange={() => setHasColour(!hasColour)} />
          {hasColour ? (
            <input type="color" name="colour" aria-label="Colour" defaultValue={label.colour ?? '#2a7f9e'} />
          ) : (
            <span className={styles.given}>
              <Swatch label={{ paletteColour }} /> {paletteColour === undefined ? 'assigned at its first use' : 'assigned by Isobath'}
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
      <legend>Knowledge</legend>
      <TextArea {...field('definition')} label="Definition" rows={3} defaultValue={label.definition ?? ''} maxLength={10_000} />
      <TextArea
        {...field('identificationNotes')}
        label="How to recognise it"
        rows={4}
        defaultValue={label.identificationNotes ?? ''}
        maxLength={10_000}
      />
    </fieldset>
  )
}
