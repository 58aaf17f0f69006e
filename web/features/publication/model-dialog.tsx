import { useForm } from 'react-hook-form'
import type { PublishedModel } from '../../../shared/contracts/publication.ts'
import { doiAddress, isDoi, tidyDoi } from '../../../shared/vocabulary/doi.ts'
import { TextField } from '../../ui/text-field.tsx'
import { atMost } from './field-props.ts'
import { PartDialog } from './part-dialog.tsx'

interface ModelDialogProps {
  /** The name that its annotations carry. */
  annotator: string
  /** null: nobody described it yet. */
  model: PublishedModel | null
  onSave: (model: PublishedModel) => void
  onClose: () => void
}

const orNull = (text: string) => text.trim() || null
const isAddress = /^https?:\/\/\S+$/

/** That of a DOI, or the text as it stands; null for none. */
const addressOf = (text: string) => (isDoi(tidyDoi(text)) ? doiAddress(tidyDoi(text)) : orNull(text))

/** One model of a data set. It is saved with the form behind. */
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
    <PartDialog title={`Describe ${annotator}`} confirm="Done" onSubmit={submit} onClose={onClose}>
      <TextField
        label="Model"
        autoComplete="off"
        description="As its authors call it."
        error={errors.name?.message}
        {...register('name', { ...atMost(200), validate: text => text.trim() !== '' || 'Name the model' })}
      />
      <TextField label="Version" autoComplete="off" error={errors.version?.message} {...register('version', atMost(100))} />
      <TextField
        label="DOI or repository"
        autoComplete="off"
        description="10.5281/zenodo.5539915, or the https:// address of its code."
        error={errors.address?.message}
        {...register('address', {
          ...atMost(1000),
          validate: text =>
            addressOf(text) === null || isAddress.test(addressOf(text) ?? '') || 'A DOI begins with 10., an address with https://'
        })}
      />
      <TextField
        label="SHA-256 of the weights"
        optional
        autoComplete="off"
        description="64 characters, as sha256sum prints them."
        error={errors.sha256?.message}
        {...register('sha256', { pattern: { value: /^\s*([0-9a-fA-F]{64})?\s*$/, message: 'A SHA-256 has 64 characters, 0–9 and a–f' } })}
      />
    </PartDialog>
  )
}
