import { useSyncExternalStore } from 'react'
import { type AccountWork, accountWork, onAccountWork } from './account-work.ts'
import { nothingWaits, type OutboxStatus } from './outbox-status.ts'

/** Work of the session; null until it is open. */
export const useAccountWork = (): AccountWork | null => useSyncExternalStore(onAccountWork, accountWork)

const silence = () => () => {}
const nothing = () => nothingWaits

export function useOutboxStatus(): OutboxStatus {
  const outbox = useAccountWork()?.outbox
  return useSyncExternalStore(outbox?.subscribe ?? silence, outbox?.status ?? nothing)
}
