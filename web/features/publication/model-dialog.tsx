import { useForm } from 'react-hook-form'
import type { PublishedModel } from '../../../shared/contracts/publication.ts'
import { doiAddress, isDoi, tidyDoi } from '../../../shared/vocabulary/doi.ts'
import { TextField } from '../../ui/text-field.tsx'
import { atMost } from './field-props.ts'
import { PartDialog } from './part-dialog.tsx'
import { texts } from './texts.ts'

const { model: words } = texts

interface ModelDialogProps {
  /** Annotator name on the model's annotations. */
  annotator: string
  /** Description of the model; null if it has none yet. */
  model: PublishedModel | null
  onSave: (model: PublishedModel) => void
  onClose: () => void
}

const orNull = (text: string) => text.trim() || null
const isAddress = /^https?:\/\/\S+$/

/** Returns the URL of a DOI, or the text itself; null for empty text. */
const addressOf = (text: string) => (isDoi(tidyDoi(text)) ? doiAddress(tidyDoi(text)) : orNull(text))

/** Dialog for a model of the dataset, saved with the surrounding form. */
export function ModelDialog({ annotator, model, onSave, onClose }: ModelDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: model?.name ?? annotator,
      version: model?.version ?? '',
      address: model?.address ?? '',
      sha256: model?.sha256 ?? ''
    },
    mode: 'onTouched'
  })
  const { errors } = formState
  const submit = handleSubmit(({ name, version, address, sha256 }) =>
    onSave({
      annotator,
      name: name.trim(),
      version: orNull(version),
      address: addressOf(address),
      sha256: orNull(sha256.toLowerCase())
    })
  )
  return (
    <PartDialog title={words.title(annotator)} confirm={words.done} onSubmit={submit} onClose={onClose}>
      <TextField
        label={words.name}
        autoComplete="off"
        description={words.nameAbout}
        error={errors.name?.message}
        {...register('name', { ...atMost(200), validate: text => text.trim() !== '' || words.noName })}
      />
      <TextField label={words.version} autoComplete="off" error={errors.version?.message} {...register('version', atMost(100))} />
      <TextField
        label={words.address}
        autoComplete="off"
        description={words.addressAbout}
        error={errors.address?.message}
        {...register('address', {
          ...atMost(1000),
          validate: text => addressOf(text) === null || isAddress.test(addressOf(text) ?? '') || words.noAddress
        })}
      />
      <TextField
        label={words.hash}
        optional
        autoComplete="off"
        description={words.hashAbout}
        error={errors.sha256?.message}
        {...register('sha256', { pattern: { value: /^\s*([0-9a-fA-F]{64})?\s*$/, message: words.noHash } })}
      />
    </PartDialog>
  )
}
