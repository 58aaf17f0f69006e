import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { freezeCatalog, versionKeys } from './queries.ts'
import { texts } from './texts.ts'
import styles from './versions.module.css'

/** Form that freezes the current catalog as a named version. */
export function FreezeForm({ projectId, labelCount }: { projectId: string; labelCount: number }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['catalog-versions', 'freeze'],
    mutationFn: ({ name, note }: { name: string; note: string | null }) => freezeCatalog(projectId, name, note),
    onSuccess: async () => {
      form.current?.reset()
      await client.invalidateQueries({ queryKey: versionKeys.all(projectId) })
    }
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = String(data.get('name')).trim()
    if (name !== '') mutate({ name, note: String(data.get('note')).trim() || null })
  }

  return (
    <form ref={form} onSubmit={submit} className={styles.freeze}>
      <FormSummary title={error && sentenceOf(error, texts.freeze.failed)} />
      <div className={styles.fields}>
        <TextField label={texts.freeze.name} name="name" required maxLength={120} autoComplete="off" placeholder={texts.freeze.example} />
        <TextField label={texts.freeze.note} name="note" optional maxLength={2000} autoComplete="off" />
        <Button type="submit" variant="primary" busy={isPending}>
          {texts.freeze.submit}
        </Button>
      </div>
      <p className={styles.hint}>{texts.freeze.about(labelCount)}</p>
    </form>
  )
}
