import './assets/background.ts-Bf04CqpI.js';
