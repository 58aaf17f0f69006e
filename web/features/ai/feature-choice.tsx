import type { UploadedModelList } from '../../../shared/contracts/uploaded-models.ts'
import { BareSelect, Select } from '../../ui/select.tsx'
import styles from './ai.module.css'
import { texts } from './texts.ts'

const { features: words } = texts

interface FeatureChoiceProps {
  embedders: UploadedModelList['embedders']
  /** Id of an embedding model; empty for the standard features. */
  value: string
  onChange(embeddingModelId: string): void
}

const optionsOf = (embedders: FeatureChoiceProps['embedders']) => [
  { value: '', label: words.standard },
  ...embedders.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` }))
]

/** Choice between the standard features and those of the team's embedding models. It shows nothing without such models. */
export function FeatureChoice({ embedders, value, onChange, description }: FeatureChoiceProps & { description: string }) {
  if (embedders.length === 0) return null
  const options = optionsOf(embedders)
  return (
    <Select
      className={styles.features}
      label={words.label}
      description={description}
      value={value}
      options={options}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** The same choice with a hidden label, for a bar of filters. */
export function BareFeatureChoice({ embedders, value, onChange }: FeatureChoiceProps) {
  if (embedders.length === 0) return null
  return (
    <BareSelect label={words.compareBy} value={value} options={optionsOf(embedders)} onChange={event => onChange(event.target.value)} />
  )
}
