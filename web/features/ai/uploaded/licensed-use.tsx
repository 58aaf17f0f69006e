import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { projectPath } from '../../../../shared/addresses.ts'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { texts as aiTexts } from '../texts.ts'
import { readLicense } from './queries.ts'
import { texts } from './texts.ts'

interface LicensedUseProps {
  projectId: string
  card: UploadedModelCard
  mayEdit: boolean
}

const wordsOf = ({ task }: UploadedModelCard) => (task === 'embed' ? texts.embedding : texts.outlining)

/** Section about the use of a model that no run applies alone. The use begins once the licence has been confirmed as read. */
export function LicensedUse({ projectId, card, mayEdit }: LicensedUseProps) {
  const words = wordsOf(card)
  if (!card.licenseRead) return mayEdit ? <ReadLicense card={card} /> : null
  return (
    <Section title={words.title}>
      <p className={styles.about}>{words.inUse}</p>
      {card.task === 'embed' && (
        <div>
          <LinkButton to={projectPath(projectId, 'ai')}>{texts.embedding.toTasks}</LinkButton>
        </div>
      )}
    </Section>
  )
}

function ReadLicense({ card }: { card: UploadedModelCard }) {
  const { id, license, manifestSha256 } = card
  const words = wordsOf(card)
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
