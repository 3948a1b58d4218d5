/** Sentences for what CronJobs do. */
import type { CronWhy } from './controller.js'

/** One line for why a Job is made or deleted, or a CronJob changed. */
export const explainCron = ({ _tag, cronJob }: CronWhy): string => {
  switch (_tag) {
    case 'CronJobDue':
      return `it is due by the schedule of CronJob ${cronJob}`
    case 'CronJobReplaced':
      return `the next Job of CronJob ${cronJob} is due, and replaces it`
    case 'CronJobReported':
      return 'its status names the new Job'
  }
}
