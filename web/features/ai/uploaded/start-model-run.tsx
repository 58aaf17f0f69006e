import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { RunImages } from '../../../../shared/contracts/ai.ts'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { FormFields, Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { texts as aiTexts } from '../texts.ts'
import { startModelRun } from './queries.ts'
import { texts } from './texts.ts'

const { card: words } = texts

/** Form that starts a run on chosen images. Before the first run of a model, its licence has to be confirmed as read. */
export function StartModelRun({ projectId, card }: { projectId: string; card: UploadedModelCard }) {
  const navigate = useNavigate()
  const [images, setImages] = useState<RunImages>('untouched')
  const [readSha256, setRead] = useState<string | null>(null)
  const start = useMutation({
    ...startModelRun(projectId),
    onError: error => showToast({ tone: 'danger', title: words.notStarted, description: sentenceOf(error, aiTexts.refused) }),
    onSuccess: () => navigate(projectPath(projectId, 'ai/runs'))
  })
  const { manifestSha256 } = card
  // If the model's details change while the screen is open, they have to be confirmed again.
  const isRead = manifestSha256 !== null && readSha256 === manifestSha256
  const onShapes = card.task === 'classify'
  return (
    <Section title={words.run} description={onShapes ? words.onShapes : words.runAbout}>
      {!onShapes && (
        <FormFields>
          <Select
            label={words.images}
            value={images}
            options={[
              { value: 'untouched', label: words.untouched },
              { value: 'all', label: words.allImages }
            ]}
            onChange={event => setImages(event.currentTarget.value === 'all' ? 'all' : 'untouched')}
          />
        </FormFields>
      )}
      {card.licenseRead === null && (
        <Checkbox
          label={words.readLicense(card.license ?? '')}
          checked={isRead}
          onChange={event => setRead(event.currentTarget.checked ? manifestSha256 : null)}
        />
      )}
      <div>
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={card.licenseRead === null && !isRead}
          onClick={() =>
            start.mutate({
              task: 'model',
              uploadedModelId: card.id,
              ...(!onShapes && { images }),
              ...(isRead && { licenseRead: true, manifestSha256 })
            })
          }
        >
          {words.start}
        </Button>
      </div>
    </Section>
  )
}
