import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { sentenceOf } from '../../../api/api-error.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fetchModel } from './queries.ts'
import { texts } from './texts.ts'

const { fetching: words } = texts

interface FetchForm {
  address: string
  sha256: string
}

/** Dialog that fetches a model from a web address. */
export function FetchDialog({ projectId, largestBytes, onClose }: { projectId: string; largestBytes: number; onClose: () => void }) {
  const { mutateAsync: start, isPending } = useMutation(fetchModel(projectId))
  const { register, setError, handleSubmit, formState } = useForm<FetchForm>({ mode: 'onTouched' })
  const { errors } = formState
  const submit = handleSubmit(async ({ address, sha256 }) => {
    const expected = sha256.replace(/\s/g, '')
    try {
      await start({ address: address.trim(), ...(expected !== '' && { sha256: expected }) })
      onClose()
    } catch (error) {
      setError('root', { message: sentenceOf(error, words.notStarted) })
    }
  })
  return (
    <FormDialog
      title={words.title}
      confirm={words.confirm}
      busy={isPending}
      problem={errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.address}
        description={words.addressAbout(largestBytes)}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        error={errors.address?.message}
        {...register('address', { validate: text => /^https:\/\/\S+$/i.test(text.trim()) || words.notHttps })}
      />
      <TextField
        label={words.sha256}
        description={words.sha256About}
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.sha256?.message}
        {...register('sha256', { validate: text => /^([0-9a-f]{64})?$/i.test(text.replace(/\s/g, '')) || words.notSha256 })}
      />
    </FormDialog>
  )
}
