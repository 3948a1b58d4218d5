export * from './driver.js'
export * from './step.js'
