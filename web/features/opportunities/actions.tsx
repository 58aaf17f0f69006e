import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { showToast } from '../../ui/toast.tsx'
import { removeOpportunity, reviseOpportunity } from './queries.ts'
import { ReportDialog } from './report-dialog.tsx'
import { SaveButton } from './save-button.tsx'
import { texts } from './texts.ts'

const { page: words } = texts

const OpportunityForm = lazy(() => import('./opportunity-form.tsx').then(module => ({ default: module.OpportunityForm })))

/** Actions on an opportunity: save and report. People who may edit the opportunity can also edit, publish, withdraw and delete it. */
export function Actions({ opportunity }: { opportunity: Opportunity }) {
  const { id, state, revision, mayEdit } = opportunity
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'remove' | 'report' | null>(null)
  const onError = (error: unknown) => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  const revise = useMutation({ ...reviseOpportunity(id), onError })
  const remove = useMutation({ ...removeOpportunity(), onError })
  const other = state === 'published' ? 'withdrawn' : 'published'
  const mayPublish = mayEdit && state !== 'refused' && state !== 'proposed'
  const close = () => setOpen(null)
  const items: MenuEntry[] = [
    ...(state === 'draft' ? [] : [{ id: 'report', label: words.report, onAction: () => setOpen('report') }]),
    ...(mayEdit ? [{ id: 'delete', label: words.delete, tone: 'danger' as const, onAction: () => setOpen('remove') }] : [])
  ]
  return (
    <>
      <SaveButton opportunity={opportunity} />
      <MenuButton label={words.more} iconOnly items={items}>
        <MoreIcon aria-hidden />
      </MenuButton>
      {mayPublish && (
        <Button busy={revise.isPending} onClick={() => revise.mutate({ revision, state: other })}>
          {state === 'published' ? words.withdraw : words.publish}
        </Button>
      )}
      {mayEdit && (
        <Button variant="primary" onClick={() => setOpen('edit')}>
          {words.edit}
        </Button>
      )}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <OpportunityForm opportunity={opportunity} onClose={close} />
        </Suspense>
      )}
      {open === 'report' && <ReportDialog opportunityId={id} onClose={close} />}
      <ConfirmDialog
        title={words.removeTitle}
        confirm={words.delete}
        tone="danger"
        isOpen={open === 'remove'}
        onClose={close}
        onConfirm={async () => {
          await remove.mutateAsync(id)
          showToast({ tone: 'ok', title: words.removed })
          void navigate('/opportunities')
        }}
      >
        <p>{words.removeAbout}</p>
      </ConfirmDialog>
    </>
  )
}
