import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { texts as aiTexts } from '../texts.ts'
import { readLicense } from './queries.ts'
import { texts } from './texts.ts'

const { outlining: words } = texts

/** Section about the use of an interactive pair in Annotate, which begins once its licence has been confirmed as read. */
export function PairUse({ card, mayEdit }: { card: UploadedModelCard; mayEdit: boolean }) {
  if (card.licenseRead)
    return (
      <Section title={words.title}>
        <p className={styles.about}>{words.inUse}</p>
      </Section>
    )
  return mayEdit ? <ReadLicense card={card} /> : null
}

function ReadLicense({ card: { id, license, manifestSha256 } }: { card: UploadedModelCard }) {
  const [readSha256, setRead] = useState<string | null>(null)
  const read = useMutation({
    ...readLicense(id),
    onError: error => showToast({ tone: 'danger', title: words.notUsed, description: sentenceOf(error, aiTexts.refused) })
  })
  // If the details change while the screen is open, they have to be confirmed again.
  const isRead = manifestSha256 !== null && readSha256 === manifestSha256
  return (
    <Section title={words.title} description={words.before}>
      <Checkbox
        label={texts.card.readLicense(license ?? '')}
        checked={isRead}
        onChange={event => setRead(event.currentTarget.checked ? manifestSha256 : null)}
      />
      <div>
        <Button variant="primary" busy={read.isPending} disabled={!isRead} onClick={() => isRead && read.mutate(manifestSha256)}>
          {words.use}
        </Button>
      </div>
    </Section>
  )
}
